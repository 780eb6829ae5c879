/** What a colour means; never said by colour alone. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warning' | 'error' | 'info';
