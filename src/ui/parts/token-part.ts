/** A share of a token bar. */
export interface TokenPart {
  readonly label: string;
  readonly tokens: number;
  /** Which of the series colours it has, from 0; they repeat after six. */
  readonly series: number;
}
