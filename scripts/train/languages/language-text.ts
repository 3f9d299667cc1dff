export interface LanguageText {
  text: string;
  isToxic: boolean;
  /** Ordinary sentences of sets without any toxic text: none of them may be flagged. */
  isOrdinary: boolean;
  /** From a set whose texts people rated as toxic or not. */
  isRated: boolean;
  weight: number;
}
