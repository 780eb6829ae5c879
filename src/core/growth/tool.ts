import type { ChannelId } from '../ai/channels/channel-table';
import type { StepDesk } from './desk';
import type { GrowthRequest, GrowthTool, RequestOf } from './growth-request';
import type { Candidate, Fact, Finding, Job, News, Step } from './job';
import type { Result } from './job-result';
import type { GrowthPorts } from './ports';

/** What a request comes to, before anything is asked. */
export interface Plan {
  readonly kind: 'plan';
  readonly title: string;
  readonly steps: readonly Step[];
  readonly paths: readonly string[];
  /** What will be asked, as far as it can be told. */
  readonly questions: readonly AskedTokens[];
}

/** The tokens of one question, and those of its answer as a guess. */
export interface AskedTokens {
  readonly input: number;
  readonly output: number;
}

/** Why a request comes to nothing. */
export interface NoPlan {
  readonly kind: 'refused';
  readonly sentence: string;
}

/** What a step adds to its job. */
export interface StepOutcome {
  readonly results?: readonly Result[];
  readonly candidates?: readonly Candidate[];
  readonly news?: readonly News[];
  readonly findings?: readonly Finding[];
  readonly facts?: readonly Fact[];
  readonly overview?: string;
  /** Steps that come next, before those that are planned. */
  readonly steps?: readonly Step[];
}

/** What is planned with. */
export interface PlanDesk {
  readonly ports: GrowthPorts;
  readonly tokensOf: (text: string) => number;
  readonly maxTokens: number;
}

/** How a kind of work on the lore is done. */
export interface ToolWork {
  readonly channel: ChannelId;
  /** Does a step. Errors: `ModelError` when a model fails. */
  run(step: Step, job: Job, desk: StepDesk): Promise<StepOutcome>;
  /** What is said of a step that the model could not do. */
  failed(step: Step, job: Job, sentence: string): StepOutcome;
  /** The step that is done although the rest was canceled, so that nothing is lost that was found. */
  readonly last?: Step['kind'];
}

/** One kind of work on the lore. */
export interface GrowthToolPart<Tool extends GrowthTool> extends ToolWork {
  plan(request: RequestOf<Tool>, desk: PlanDesk, isAutomatic: boolean): Promise<Plan | NoPlan>;
}

/** Nothing came to mind. */
export function noPlan(sentence: string): NoPlan {
  return { kind: 'refused', sentence };
}

/** The chat that the tokens of a job are counted for. */
export function chatOf(request: GrowthRequest): string | undefined {
  return request.tool === 'new-lore' ? request.chat : undefined;
}
