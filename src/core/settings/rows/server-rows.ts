import type { SettingRow } from '../setting-row';

/** The server on this computer. */
export const serverRows = {
  serve: {
    kind: 'toggle',
    section: 'server',
    label: 'Serve SillyTavern',
    sentence: 'Listen on this computer for requests of SillyTavern.',
    default: false,
  },
  port: {
    kind: 'number',
    section: 'server',
    label: 'Port',
    sentence: 'The port of the server on this computer.',
    default: 27_673,
    smallest: 1_024,
    largest: 65_535,
    unit: '',
  },
  fixedPort: {
    kind: 'toggle',
    section: 'server',
    label: 'Fixed port',
    sentence: 'Do not move to the next free port when the port is taken.',
    default: false,
  },
  origins: {
    kind: 'list',
    section: 'server',
    label: 'Allowed origins',
    sentence: 'Addresses of web pages that may ask, besides SillyTavern on its usual port.',
    default: [],
    pattern: /^https?:\/\/[^/\s*]+$/,
    most: 100,
  },
  hosts: {
    kind: 'list',
    section: 'server',
    label: 'Allowed host names',
    sentence: 'Further names under which this server may be addressed.',
    default: [],
    pattern: /^([^\s/:*[\]]+|\[[\da-f:.]+\])(:\d+)?$/i,
    most: 100,
  },
} as const satisfies Record<string, SettingRow>;
