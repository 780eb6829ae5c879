import { readLooseJson } from '../../ai/answers/loose-json';
import type { PlainCall } from './call-shape';

const CALL = /^\s*(?:print\()?(?:[\w]+\.)?(\w+)\(([\s\S]*?)\)*\s*$/;

/** `search_lore(queries=["mill"])`, as models write a call that were taught to write code. */
export function pythonCall(block: string, isTool: (name: string) => boolean): PlainCall | undefined {
  const [, tool = '', inside = ''] = CALL.exec(block) ?? [];
  if (tool === '' || !isTool(tool)) return undefined;
  const named = inside.trim().startsWith('{') ? inside : `{${inside.replace(/(^|,\s*)(\w+)\s*=/g, '$1$2: ')}}`;
  const { value, isCut } = readLooseJson(named, named.indexOf('{'));
  return { tool, input: value, isCut };
}
