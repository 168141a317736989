/** No object of a brand has nearly so many: whoever writes more wants to keep a server busy. */
export const keysMax = 10_000

export const tooManyKeysWords = `is one key too many: an object has at most ${keysMax.toLocaleString('en')} keys`
