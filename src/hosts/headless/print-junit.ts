import type { WireTestResult, WireTestRun } from '../../server/contract/wire-lore-tests';
import { promiseLine } from './print-tests';

/** How tests went in the XML of JUnit, which build servers read. */
export function printJUnit({ items, problems }: WireTestRun): string {
  const cases = [
    ...items.map(testCase),
    ...problems.map(({ path, line, message }) =>
      element('testcase', { name: `Line ${String(line)}`, classname: path, file: path, line: String(line) }, [
        element('error', { message: 'This is no test.' }, [escaped(message)]),
      ]),
    ),
  ];
  const count = (state: WireTestResult['state']): number => items.filter((one) => one.state === state).length;
  const counts = {
    name: 'lore tests',
    tests: String(cases.length),
    failures: String(count('failed')),
    errors: String(count('broken') + problems.length),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [element('testsuite', counts, cases)])}\n`;
}

function testCase({ name, path, line, state, sentence, checks, injected, tokens }: WireTestResult): string {
  const attributes = { name, classname: path, file: path, line: String(line) };
  if (state === 'passed') return element('testcase', attributes, []);
  if (state === 'broken') {
    const message = sentence ?? 'It could not be run.';
    return element('testcase', attributes, [element('error', { message }, [])]);
  }
  const wrong = checks.filter(({ met }) => !met).map((check) => `${promiseLine(check)}: ${check.why}`);
  const told = [...wrong, `In the turn: ${injected.join(', ') || 'nothing'} (${String(tokens)} tokens)`].join('\n');
  return element('testcase', attributes, [element('failure', { message: wrong[0] ?? '' }, [escaped(told)])]);
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const head = `<${name}${written.join('')}`;
  return children.length === 0 ? `${head}/>` : `${head}>${children.join('')}</${name}>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Control characters stand in no XML. */
function escaped(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ').replace(/[&<>"\n]/g, (sign) => SIGNS[sign] ?? sign);
}
