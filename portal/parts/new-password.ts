/** The server wants at least as many; it is said before it is refused. */
const passwordCharactersMin = 12

export type PasswordFault = 'tooShort' | 'differs'

/** What is wrong with a new password that was typed twice. */
export function findPasswordFault(password: string, again: string): PasswordFault | undefined {
  if (password.length < passwordCharactersMin) return 'tooShort'
  return password === again ? undefined : 'differs'
}
