/** The moment at which every world of the tests is looked at, so that pictures tell the same ages for ever. Milliseconds since 1970. */
export const pictureNow = Date.UTC(2031, 0, 2, 12);
