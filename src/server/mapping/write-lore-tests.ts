import type { TestRun } from '../../core/engine/lore-test-runs';
import type { TestResult } from '../../core/lab/lore-test';
import type { WireTestResult, WireTestRun } from '../contract/wire-lore-tests';

/** How tests went. */
export function writeTestRun({ results, problems }: TestRun): WireTestRun {
  const passed = results.filter(({ state }) => state === 'passed').length;
  return {
    items: results.map(writeTestResult),
    problems: problems.map(({ path, line, message }) => ({ path, line, message })),
    passed,
    failed: results.length - passed + problems.length,
  };
}

/** How one test went. */
export function writeTestResult({ test, state, sentence, checks, injected, tokens }: TestResult): WireTestResult {
  return {
    ...{ name: test.name, path: test.path, line: test.line, state, injected, tokens },
    ...(sentence !== undefined && { sentence }),
    checks: checks.map(({ kind, subject, isMet, why }) => ({ kind, subject, met: isMet, why })),
  };
}
