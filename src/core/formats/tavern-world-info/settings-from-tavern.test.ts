import { describe, expect, test } from 'vitest';
import { settingsFromTavern } from './settings-from-tavern';

describe('SillyTavern’s World Info settings', () => {
  test('that are missing have the values of its program', () => {
    expect(settingsFromTavern({})).toEqual({
      scanDepth: 2,
      speakerNames: true,
      caseSensitive: false,
      wholeWords: false,
      recursion: false,
      recursionSteps: 1_000,
      minActivations: 0,
      minActivationsDepth: 0,
      groupScoring: false,
      budgetKind: 'percent',
      budgetPercent: 25,
      budgetCap: 0,
      entryLimit: 0,
    });
    expect(settingsFromTavern('none')).toEqual(settingsFromTavern({}));
  });

  test.each([
    [{ world_info_max_recursion_steps: 1 }, { recursionSteps: 0 }],
    [{ world_info_max_recursion_steps: 4 }, { recursionSteps: 3 }],
    [{ world_info_min_activations: 3, world_info_min_activations_depth_max: 5 }, { minActivationsDepth: 6 }],
    [{ world_info_budget: 101 }, { budgetPercent: 25 }],
    [
      { world_info_depth: '9', world_info_recursive: 1 },
      { scanDepth: 2, recursion: false },
    ],
    [
      { world_info_use_group_scoring: true, world_info_include_names: false },
      { groupScoring: true, speakerNames: false },
    ],
  ])('%j', (written, expected) => {
    expect(settingsFromTavern(written)).toMatchObject(expected);
  });

  const tokens = (written: object, size: number, overhead = 0): number | undefined =>
    settingsFromTavern(written, { size, overhead }).tokenBudget;

  test('with the size of the context give the tokens of text that SillyTavern lets in', () => {
    expect(tokens({ world_info_budget: 30 }, 28)).toBe(7);
    expect(tokens({ world_info_budget: 30 }, 29)).toBe(8);
    expect(tokens({ world_info_budget: 100 }, 50, 6)).toBe(43);
    expect(tokens({ world_info_budget: 100, world_info_budget_cap: 15 }, 8_000, 6)).toBe(8);
    expect(tokens({ world_info_budget: 0 }, 8_000)).toBe(0);
  });
});
