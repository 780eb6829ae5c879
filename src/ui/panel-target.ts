import type { PanelName, PanelTarget } from './panels';

/** Longer texts than this stand in no link. */
const LONGEST = 200;

/** The target of a panel from what was stored or came in an address; what is not understood is left out. */
export function readPanelTarget(panel: PanelName, value: unknown): PanelTarget {
  const entry = readText(value, 'entry');
  const generation = readText(value, 'generation');
  const session = readText(value, 'session');
  const gap = readText(value, 'gap');
  const tool = readText(value, 'tool');
  const search = readText(value, 'search');
  const problems = property(value, 'problems');
  return {
    panel,
    ...(entry !== undefined && { entry }),
    ...(generation !== undefined && { generation }),
    ...(session !== undefined && { session }),
    ...(gap !== undefined && { gap }),
    ...(tool !== undefined && { tool }),
    ...(search !== undefined && { search }),
    ...(typeof problems === 'boolean' && { problems }),
  };
}

function readText(value: unknown, name: string): string | undefined {
  const text = property(value, name);
  return typeof text === 'string' && text !== '' && text.length <= LONGEST ? text : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
