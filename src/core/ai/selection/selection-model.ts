import type { ModelAnswer, ModelRequest } from '../language-model';

/** The model of a selection, guarded, with what its channel says. */
export interface SelectionModel {
  /** Names connection, model and what else changes its answers: selections of another one are not used again. */
  readonly id: string;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  /** Asks and reads the answer; fails with `ModelError`, also with the one that `read` throws. */
  readonly ask: <Value>(request: ModelRequest, read: (answer: ModelAnswer) => Value) => Promise<Value>;
}
