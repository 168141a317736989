import type { Mutant } from './mutant.ts'

export const apiMutants: readonly Mutant[] = [
  {
    breaks: 'a key that appears twice is refused',
    file: 'server/ground/contract/json.ts',
    find: 'if (key in object) return',
    replace: 'if (false) return',
    guards: ['wire-json'],
  },
  {
    breaks: 'bodies are nested at most so deeply',
    file: 'server/ground/contract/json.ts',
    find: 'if (depth > depthMax)',
    replace: 'if (depth > depthMax + 1)',
    guards: ['wire-json'],
  },
  {
    breaks: 'a NUL character is refused',
    file: 'server/ground/contract/json.ts',
    find: "if (text.includes('\\0')) return this.failText('with a NUL character in it')",
    replace: '',
    guards: ['wire-json'],
  },
  {
    breaks: 'half a character is refused',
    file: 'server/ground/contract/json.ts',
    find: "if (!text.isWellFormed()) return this.failText('not valid Unicode')",
    replace: '',
    guards: ['wire-json'],
  },
  {
    breaks: 'long numbers are kept exact',
    file: 'server/ground/contract/json.ts',
    find: 'return keepsEveryDigit(text) ? Number(text) : new LongNumber(text)',
    replace: 'return Number(text)',
    guards: ['wire-json'],
  },
  {
    breaks: 'a terminal counts only at its location',
    file: 'server/doors/api/caller.ts',
    find: "return location?.terminals.has(headerText(headers, 'terminal')) ? location : undefined",
    replace: 'return location',
    guards: ['wire-requests', 'wire-authentication'],
  },
  {
    breaks: 'a header that appears twice is refused',
    file: 'server/doors/api/header-text.ts',
    find: 'if (seen & bit) return',
    replace: 'if (seen & (bit << 9)) return',
    guards: ['wire-requests', 'wire-authentication'],
  },
  {
    breaks: 'a link that was changed is refused',
    file: 'server/ground/kernel/signed-token.ts',
    find: 'if (!isSigned(bytes.subarray(0, macBytes), content, keys)) return undefined',
    replace: '',
    guards: ['signed-token'],
  },
  {
    breaks: 'a link ends at its end',
    file: 'server/ground/kernel/signed-token.ts',
    find: 'expiresAt !== undefined && expiresAt <= now',
    replace: 'expiresAt !== undefined && expiresAt < now',
    guards: ['instants'],
  },
  {
    breaks: 'what is sealed for one opens for no other',
    file: 'server/ground/kernel/seal.ts',
    find: '  decipher.setAAD(Buffer.from(owner))',
    replace: "  decipher.setAAD(Buffer.from(''))",
    guards: ['pins.test'],
  },
]
