import { WordTokenCounter } from '../../src/adapters/memory/word-token-counter';
import { GptTokenCounter } from '../../src/adapters/tokens/gpt-token-counter';
import { describeTokenCounter } from './token-counter.contract';

describeTokenCounter('GptTokenCounter', () => new GptTokenCounter());
describeTokenCounter('WordTokenCounter', () => new WordTokenCounter(false));
