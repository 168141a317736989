import { type Finding, ok, problem, skipped } from '../finding.ts'

export interface KeySight {
  /** Where it should be: a variable's name, or the path of a file. */
  readonly place: string
  readonly state: { readonly kind: 'there' | 'missing' } | { readonly kind: 'fault'; readonly text: string }
  /** What it opens of what is sealed in the database; for a missing key, whether there is anything. */
  readonly opens: Opens
}

export type Opens =
  | { readonly kind: 'everything' | 'nothingSealed' | 'notLookedAt' }
  | { readonly kind: 'refused'; readonly what: string }

const point = 'secret key'
const restore =
  'Restore secret.key from your backup, or set PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE to the right key.'

export function judgeSecretKey({ place, state, opens }: KeySight): Finding[] {
  if (state.kind === 'fault') return [problem(point, state.text, faultAdvice(state.text, place))]
  if (state.kind === 'missing') return [judgeMissing(place, opens)]
  switch (opens.kind) {
    case 'refused':
      return [problem(point, `the key of ${place} does not open ${opens.what}: it is another key`, restore)]
    case 'everything':
      return [ok(point, `the key of ${place} opens what is sealed in the database`)]
    case 'nothingSealed':
      return [ok(point, `${place} holds a key; nothing is sealed with it yet`)]
    case 'notLookedAt':
      return [
        ok(point, `${place} holds a key`),
        skipped(point, 'whether it is the right one is seen in the database only'),
      ]
  }
}

function judgeMissing(place: string, opens: Opens): Finding {
  if (opens.kind === 'refused')
    return problem(point, `there is no ${place}, and the database holds ${opens.what}, sealed with it`, restore)
  return ok(point, `there is no ${place} yet; the first start makes it`)
}

const faultAdvice = (text: string, place: string) => (text.includes('chmod') ? `Run: chmod 600 ${place}` : restore)
