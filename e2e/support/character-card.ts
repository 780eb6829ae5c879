import { crc32, deflateSync } from 'node:zlib';

/** The card fields a test may set; the rest are empty. */
export interface CharacterCard {
  /** Also the file name of the card, so letters and digits only. */
  readonly name: string;
  readonly description?: string;
  readonly personality?: string;
  readonly scenario?: string;
  readonly greeting?: string;
  /** Example dialogue. */
  readonly examples?: string;
  readonly alternateGreetings?: readonly string[];
  readonly creatorNotes?: string;
  readonly tags?: readonly string[];
  /** The card's own lorebook. */
  readonly book?: object;
}

const width = 64;
const height = 96;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A character card as SillyTavern reads it: a small picture with a V2 card in its `chara` text chunk. */
export function characterCardPng(card: CharacterCard): Buffer {
  const text = Buffer.from(JSON.stringify(v2Card(card)), 'utf8').toString('base64');
  return Buffer.concat([
    signature,
    chunk('IHDR', header()),
    chunk('tEXt', Buffer.from(`chara\0${text}`, 'latin1')),
    chunk('IDAT', deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function v2Card(card: CharacterCard): object {
  const data = {
    name: card.name,
    description: card.description ?? '',
    personality: card.personality ?? '',
    scenario: card.scenario ?? '',
    first_mes: card.greeting ?? `${card.name} looks up.`,
    mes_example: card.examples ?? '',
    creator_notes: card.creatorNotes ?? '',
    system_prompt: '',
    post_history_instructions: '',
    alternate_greetings: card.alternateGreetings ?? [],
    tags: card.tags ?? [],
    creator: '',
    character_version: '',
    extensions: {},
    ...(card.book === undefined ? {} : { character_book: card.book }),
  };
  return { spec: 'chara_card_v2', spec_version: '2.0', data };
}

/** 8 bits a channel, truecolor, no interlace. */
function header(): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

function pixels(): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [0x7a, 0x4a, 0x2a]).flat()]);
  return Buffer.concat(Array.from({ length: height }, () => row));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
