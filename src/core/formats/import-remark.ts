/** Something an import changed, kept without effect or could not carry; one line of its report. */
export interface ImportRemark {
  /** The field in the other program's spelling. */
  readonly field: string;
  /** What became of it, in one sentence for the user. */
  readonly sentence: string;
}
