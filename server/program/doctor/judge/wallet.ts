import { day, formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { type Finding, ok, problem, warning } from '../finding.ts'

/** What the operator's files are; absent where none are set. */
export interface WalletSight {
  readonly apple?:
    | { readonly kind: 'certificate'; readonly passType: string; readonly team: string; readonly expiresAt: Instant }
    | { readonly kind: 'fault'; readonly text: string }
  readonly google?:
    | { readonly kind: 'account'; readonly email: string }
    | { readonly kind: 'fault'; readonly text: string }
  /** Whether devices can reach the server over TLS, as far as the settings tell. */
  readonly isReachable: boolean
}

const point = 'wallet passes'
/** Apple takes a day or two for a new certificate, and people take holidays. */
const soonMs = 30 * day
const renew = 'Renew it in your Apple developer account, replace the files and restart; docs/wallet.md has the steps.'

export function judgeWallet({ apple, google, isReachable }: WalletSight, now: Instant): Finding[] {
  const unreachable = warning(
    point,
    'passes in Apple Wallet are never updated: devices reach a server over https only',
    'Set PURSER_PUBLIC_URL to the https:// address at which customers reach this server.',
  )
  return [
    ...(apple ? [judgeApple(apple, now)] : []),
    ...(apple && !isReachable ? [unreachable] : []),
    ...(google ? [judgeGoogle(google)] : []),
  ]
}

function judgeApple(apple: NonNullable<WalletSight['apple']>, now: Instant): Finding {
  if (apple.kind === 'fault')
    return problem(point, `no pass can be signed for Apple Wallet: ${apple.text}`, 'Mend PURSER_WALLET_APPLE_….')
  const leftDays = Math.floor((apple.expiresAt - now) / day)
  const ends = formatDateTime(apple.expiresAt).slice(0, 10)
  if (leftDays < 0) return problem(point, `the certificate for Apple Wallet expired on ${ends}`, renew)
  if (apple.expiresAt - now < soonMs)
    return warning(point, `the certificate for Apple Wallet expires in ${leftDays} days, on ${ends}`, renew)
  return ok(point, `signed for Apple as ${apple.passType} of team ${apple.team}; ${leftDays} days left, until ${ends}`)
}

function judgeGoogle(google: NonNullable<WalletSight['google']>): Finding {
  return google.kind === 'fault'
    ? problem(
        point,
        `no pass can be signed for Google Wallet: ${google.text}`,
        'Mend PURSER_WALLET_GOOGLE_SERVICE_ACCOUNT.',
      )
    : ok(point, `signed for Google as ${google.email}`)
}

/** What brands say about passes, and how their passes are doing. */
export interface BrandWalletSight {
  readonly brand: string
  readonly passType?: string
  readonly team?: string
  readonly googleIssuer?: string
  /** How many passes could not be told for a while. */
  readonly failing: number
}

export function judgeBrandWallets(sights: readonly BrandWalletSight[], wallet: WalletSight): Finding[] {
  return sights.flatMap((sight) => {
    const { brand, passType, team, googleIssuer, failing } = sight
    const { apple, google } = wallet
    const isOther = apple?.kind === 'certificate' && (apple.passType !== passType || apple.team !== team)
    const findings: Finding[] = []
    if (passType !== undefined && !apple)
      findings.push(
        warning(point, `brand ${brand} has passes for Apple, and no certificate is set`, 'See docs/wallet.md.'),
      )
    if (passType !== undefined && isOther)
      findings.push(
        warning(
          point,
          `brand ${brand} names ${passType} of team ${team}, which is not what the certificate is for`,
          'Correct appleTypeIdentifier and teamIdentifier in the brand file, or set the right certificate.',
        ),
      )
    if (googleIssuer !== undefined && !google)
      findings.push(
        warning(point, `brand ${brand} has passes for Google, and no service account is set`, 'See docs/wallet.md.'),
      )
    if (failing > 0)
      findings.push(
        warning(
          point,
          `${failing} passes of brand ${brand} could not be brought up to date for a while`,
          'See the log for why, and that this machine reaches Apple and Google.',
        ),
      )
    return findings
  })
}
