import type { BridgeSettings } from '../settings';
import type { LinkState } from '../server-link';
import type { TavernContext } from '../tavern-context';

/** Why the AI that writes cannot use the tools although they are switched on. */
export type ToolObstacle =
  /** The page has no connection to Lorehearth. */
  | 'not connected'
  /** Lorehearth has both switched off, or is too old to have them. */
  | 'not offered'
  /** This SillyTavern lets extensions have none. */
  | 'too old'
  /** Text completion calls no functions. */
  | 'text completion'
  /** The user has not allowed function calls in SillyTavern. */
  | 'switched off'
  /** Prompt post-processing throws calls away. */
  | 'post-processing'
  /** The provider or model in use calls none. */
  | 'unsupported';

/** Ways of post-processing that keep tool calls. */
const keepingTools: ReadonlySet<string> = new Set(['', 'merge_tools', 'semi_tools', 'strict_tools']);

/** What stands in the way of the tools; `undefined` when nothing does. The user's own switches are never touched. */
export function toolObstacle(context: TavernContext, link: LinkState): ToolObstacle | undefined {
  const { mainApi, chatCompletionSettings, registerFunctionTool, isToolCallingSupported } = context;
  if (registerFunctionTool === undefined || isToolCallingSupported === undefined) return 'too old';
  if (link.kind !== 'connected') return 'not connected';
  if (!isOffered(link)) return 'not offered';
  if (mainApi !== 'openai') return 'text completion';
  if (chatCompletionSettings?.function_calling !== true) return 'switched off';
  if (!keepingTools.has(chatCompletionSettings.custom_prompt_post_processing ?? '')) return 'post-processing';
  return isToolCallingSupported() ? undefined : 'unsupported';
}

/** The tools that the server has for the AI that writes. */
export function offeredTools(link: LinkState): { readonly search: boolean; readonly flag: boolean } {
  const offer = link.kind === 'connected' ? link.status.tools : undefined;
  return { search: offer?.search === true, flag: offer?.flag === true };
}

function isOffered(link: LinkState): boolean {
  const { search, flag } = offeredTools(link);
  return search || flag;
}

/** Whether the user wants the tools at all. */
export function wantsTools({ enabled, writerTools }: BridgeSettings): boolean {
  return enabled && writerTools;
}
