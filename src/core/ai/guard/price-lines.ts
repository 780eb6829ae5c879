import type { PriceTable, TokenPrice } from './spent';

const LINE = /^\s*([^=]*?)\s*=\s*([\d.]+)\s*\/\s*([\d.]+)(?:\s*\/\s*([\d.]+))?\s*$/;

/** Reads prices as they are set, one model a line: `model = input / output / cached`, for a million tokens each. */
export function readPrices(lines: readonly string[]): PriceTable {
  const rows = lines.flatMap((line) => {
    const [, model = '', input, output, cached] = LINE.exec(line) ?? [];
    if (model === '') return [];
    const price: TokenPrice = {
      input: Number(input),
      output: Number(output),
      ...(cached !== undefined && { cached: Number(cached) }),
    };
    return [[model, price] as const];
  });
  return Object.fromEntries(rows);
}
