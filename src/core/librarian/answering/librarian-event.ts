import type { Spent } from '../../ai/guard/spent';
import type { ModelErrorKind } from '../../ai/model-error';
import type { AssistantMessage, NoticePart, ProposalPart, ToolPart } from '../session/session';

/** What happens while an answer is written. `part` is the place in the answer. */
export type LibrarianEvent =
  /** The answer as it stands, where pieces would not tell. */
  | { readonly kind: 'answer'; readonly answer: AssistantMessage }
  | { readonly kind: 'text'; readonly part: number; readonly text: string }
  | { readonly kind: 'tool-call'; readonly part: number; readonly call: ToolPart }
  | { readonly kind: 'tool-result'; readonly part: number; readonly call: ToolPart }
  | { readonly kind: 'proposal'; readonly part: number; readonly proposal: ProposalPart }
  | { readonly kind: 'notice'; readonly part: number; readonly notice: NoticePart }
  | { readonly kind: 'usage'; readonly spent: Spent; readonly steps: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly error: ModelErrorKind | undefined; readonly sentence: string };
