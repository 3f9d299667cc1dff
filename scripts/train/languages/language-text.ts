export interface LanguageText {
  text: string;
  isToxic: boolean;
  /** True for ordinary sentences from sets without any toxic text, none of which may be flagged. */
  isOrdinary: boolean;
  /** True if the text is from a set in which people rated texts as toxic or not. */
  isRated: boolean;
  weight: number;
}
