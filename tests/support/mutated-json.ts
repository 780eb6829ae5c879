import fc from 'fast-check';

/** One change of a parsed file: where it is made, and what is put there. */
interface Mutation {
  /** Picks a child at each level; fewer picks than levels stop above. */
  readonly path: readonly number[];
  readonly change: 'replace' | 'delete' | 'add';
  readonly name: string;
  readonly value: unknown;
}

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  'key',
  'keys',
  'entries',
  'content',
  'extensions',
];
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -0.5,
  2 ** 53,
  '',
  ' ',
  'text',
  '{{user}}',
  '/(/',
  '/(a+)+$/gi',
  '@@depth x\n@@@role\n',
  '\ud800\u0000\ufeff',
  '__proto__',
  [],
  [null, 1, 'a', [], {}],
  {},
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  { entries: { a: { key: 'a' } } },
  Array.from({ length: 50 }, (_, index) => `item ${String(index)}`),
];

const mutation: fc.Arbitrary<Mutation> = fc.record({
  path: fc.array(fc.nat(30), { maxLength: 7 }),
  change: fc.constantFrom('replace', 'replace', 'delete', 'add'),
  name: fc.constantFrom(...names),
  value: fc.constantFrom(...values),
});

/** JSON with one to six parts of it replaced, deleted or added, hostile names and values among them. */
export function mutatedJson(text: string): fc.Arbitrary<string> {
  return fc.array(mutation, { minLength: 1, maxLength: 6 }).map((mutations) => {
    const holder: { value: unknown } = { value: JSON.parse(text) };
    for (const one of mutations) mutate(holder, one);
    return JSON.stringify(holder.value);
  });
}

function mutate(holder: { value: unknown }, { path, change, name, value }: Mutation): void {
  let parent: object = holder;
  let at = 'value';
  for (const pick of path) {
    const child: unknown = Reflect.get(parent, at);
    if (typeof child !== 'object' || child === null || Object.keys(child).length === 0) break;
    parent = child;
    at = Object.keys(child)[pick % Object.keys(child).length] ?? '';
  }
  const fresh: unknown = JSON.parse(JSON.stringify(value));
  if (change === 'delete' && parent !== holder) Reflect.deleteProperty(parent, at);
  else if (change === 'add') define(Reflect.get(parent, at), name, fresh);
  else define(parent, at, fresh);
}

/** As JSON.parse does: `__proto__` is a name like any other. */
function define(parent: unknown, name: string, value: unknown): void {
  if (typeof parent !== 'object' || parent === null || (Array.isArray(parent) && name === '')) return;
  Reflect.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
}
