import type { PlainCall } from './call-shape';

const FUNCTION = /<function=["']?([\w.-]+)["']?\s*>([\s\S]*?)(?:<\/function>|$)/i;
const PARAMETER = /<parameter=["']?([\w.-]+)["']?\s*>([\s\S]*?)(?:<\/parameter>|(?=<parameter=)|$)/gi;

/** `<function=name><parameter=query>mill</parameter></function>`, as some families of models write calls. */
export function taggedFunction(block: string): PlainCall | undefined {
  const [, tool, inside = ''] = FUNCTION.exec(block.startsWith('function=') ? `<${block}` : block) ?? [];
  if (tool === undefined) return undefined;
  const isCut = !/<\/function>/i.test(block);
  const parameters = [...inside.matchAll(PARAMETER)].map(([, name = '', value = '']) => [name, value.trim()] as const);
  return { tool, input: parameters.length > 0 ? Object.fromEntries(parameters) : inside.trim(), isCut };
}
