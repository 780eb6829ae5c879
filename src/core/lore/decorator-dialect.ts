import type { DecoratorMode } from './book';
import type { EntryProperties } from './entry-fields';

/** Both scales have their middle at 100. */
const MIRROR = 200;

/**
 * What decorators of another product mean in our numbers: with `ccv3` and `risu` the bigger `@@priority` is kept and the
 * bigger `@@order` comes first.
 */
export function inOurDirections(properties: EntryProperties, mode: DecoratorMode): EntryProperties {
  if (mode !== 'ccv3' && mode !== 'risu') return properties;
  const { priority, order } = properties;
  return {
    ...properties,
    ...(priority === undefined ? {} : { priority: MIRROR - priority }),
    ...(order === undefined ? {} : { order: MIRROR - order }),
  };
}
