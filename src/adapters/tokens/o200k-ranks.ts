import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

/** How many tokens the o200k_base encoding ranks. Evaluating this file takes half of the time that the tokenizer needs. */
export const rankCount = ranks.length;
