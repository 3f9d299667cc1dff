export interface TestText {
  text: string;
  label: boolean;
  /** HateCheck's functionality, or a multilingual text's language. */
  kind: string;
}
