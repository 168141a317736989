import { isPublicPassword } from './demo-logins.ts'
import { nameKeyOf } from './login-name.ts'

const passwordLengthMin = 12

/** What people choose first, in the languages of the portal; digits and signs around them change little. */
const commonWords: ReadonlySet<string> = new Set(
  `password passwort passwords kennwort geheim secret letmein welcome willkommen iloveyou ichliebedich qwerty qwertyuiop
  qwertz qwertzuiop asdfghjkl abcdef abcdefgh abcdefghijkl administrator admin root login master superman batman dragon
  monkey football baseball sunshine princess princessa schatz hallo hello trustno whatever starwars changeme default
  portal purser loyalty giftcard shop till kasse cashier test testtest demo guest`.split(/\s+/),
)

const sequences = [
  '01234567890123456789',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]

/** Why a password is not taken. It need not have digits or signs: length is what keeps it from being guessed. */
export function findPasswordFault(password: string, name: string): string | undefined {
  if ([...password].length < passwordLengthMin) return `A password has at least ${passwordLengthMin} characters.`
  const key = nameKeyOf(password)
  const names = [nameKeyOf(name), nameKeyOf(name).split('@')[0] ?? ''].filter((one) => one.length > 2)
  if (names.some((one) => key.includes(one) && key.length - one.length < 8))
    return 'The password is too close to the name.'
  if (isCommon(key))
    return 'This password is among the first that others would guess. A few unrelated words are better.'
  return undefined
}

function isCommon(key: string): boolean {
  if (isPublicPassword(key)) return true
  const letters = key.replace(/[^\p{L}]/gu, '')
  const halves = letters.slice(0, letters.length / 2)
  if (new Set(key).size < 5 || commonWords.has(letters)) return true
  if (halves !== '' && halves + halves === letters && commonWords.has(halves)) return true
  return sequences.some((sequence) => sequence.includes(key) || sequence.includes(key.replace(/(.{6,})\1+/, '$1')))
}
