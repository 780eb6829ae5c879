import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({ 'Old.md': '---\ntags: [lorebook]\nera: past\n---\nOld.\n' });
});
afterEach(() => stage.stop());

const context = () => stage.decisions().context;
const run = (text = '', values = {}, pipe = '') => stage.run('lorehearth-context', text, values, pipe);

describe('/lorehearth-context sets', () => {
  test('a field as SillyTavern reads it', async () => {
    expect(await run('', { era: 'past' })).toBe('era=past');
    expect(context()).toEqual({ era: ['past'] });
    expect(stage.said()).toBe('Era is “past” in this chat. Undo: /lorehearth-context clear era');
  });

  test('a value with blanks that nobody has quoted', async () => {
    await run('of salt', { era: 'age' });
    expect(context()).toEqual({ era: ['age of salt'] });
  });

  test('nothing that another command has handed on', async () => {
    await run('', { era: 'past' }, 'Silver Keep');
    expect(context()).toEqual({ era: ['past'] });
  });

  test('several fields at once, and several values', async () => {
    await run('', { era: 'past', location: 'Keep, Gate , Keep' });
    expect(context()).toEqual({ era: ['past'], location: ['Keep', 'Gate'] });
    await run('', { location: '["Keep, the old", "Gate"]' });
    expect(context()).toMatchObject({ location: ['Keep, the old', 'Gate'] });
  });

  test('a field by its label', async () => {
    await run('Scene type = "a feast"');
    expect(context()).toEqual({ scene_type: ['a feast'] });
  });
});

describe('/lorehearth-context shows', () => {
  test('what is set, or which fields there are', async () => {
    expect(await run()).toBe('');
    expect(stage.said()).toBe('No field is set in this chat. There are: era, location, scene_type, character_present.');
    await run('', { era: 'past', location: 'Keep' });
    expect(await run('list')).toBe('era=past\nlocation=Keep');
  });

  test('the value of one field', async () => {
    expect(await run('era')).toBe('');
    expect(stage.said()).toBe('Era is not set in this chat. Set it: /lorehearth-context era=value');
    await run('', { era: 'past' });
    expect(await run('Era')).toBe('past');
  });
});

describe('/lorehearth-context clears', () => {
  test.each([
    ['clear era', {}],
    ['era=', {}],
    ['', { era: '' }],
  ])('one field with %j %j', async (text, values) => {
    await run('', { era: 'past', location: 'Keep' });
    await run(text, values);
    expect(context()).toEqual({ location: ['Keep'] });
    expect(stage.said()).toBe('Era is no longer set in this chat.');
  });

  test('all of them', async () => {
    await run('clear');
    expect(stage.said()).toBe('No field was set in this chat.');
    await run('', { era: 'past', location: 'Keep' });
    await run('clear');
    expect(stage.said()).toBe('Cleared: Era, Location.');
    expect(context()).toEqual({});
  });
});

test('a field that is not there is answered with near ones, and nothing is changed', async () => {
  await run('', { era: 'past' });
  expect(await run('', { erra: 'x', location: 'Keep' })).toBe('');
  expect(stage.said()).toBe('warning: No field is called “erra”. Did you mean “era”?');
  expect(context()).toEqual({ era: ['past'] });
});

test('fields are offered as values by name and as text', async () => {
  await run('', { era: 'past' });
  expect(Object.keys(stage.values('lorehearth-context'))).toEqual([
    'era',
    'location',
    'scene_type',
    'character_present',
    'quiet',
  ]);
  const offered = stage.offered('lorehearth-context').map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(['era=', 'clear era', 'clear', 'list']));
  expect(offered).not.toContain('clear location');
});
