import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../../../../ground/kernel/code-of.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'

/** Where the operator keeps what passes are signed with. */
export interface AppleFiles {
  readonly certificateFile: string
  readonly keyFile: string
  readonly passphraseFile?: string
  readonly wwdrFile: string
}

/** What passes are signed with, and what the certificate says. */
export interface AppleCertificate {
  readonly certificatePem: string
  readonly keyPem: string
  readonly wwdrPem: string
  /** The pass type identifier. */
  readonly passType: string
  readonly team: string
  /** When the first of both certificates expires. */
  readonly expiresAt: Instant
}

export type ReadCertificate =
  | { readonly kind: 'certificate'; readonly certificate: AppleCertificate }
  | { readonly kind: 'fault'; readonly text: string }

/** Reads the files, and says what is wrong with them. Whether the certificate has expired is left to the caller. */
export function readAppleCertificate(files: AppleFiles): ReadCertificate {
  try {
    return check({
      certificate: new X509Certificate(readFileSync(files.certificateFile)),
      wwdr: new X509Certificate(readFileSync(files.wwdrFile)),
      key: readKey(files),
    })
  } catch (error) {
    return { kind: 'fault', text: error instanceof Error ? error.message : String(error) }
  }
}

function readKey({ keyFile, passphraseFile }: AppleFiles): KeyObject {
  const passphrase = passphraseFile === undefined ? undefined : readFileSync(passphraseFile, 'utf8').trim()
  try {
    return createPrivateKey({ key: readFileSync(keyFile), ...(passphrase !== undefined && { passphrase }) })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'EACCES') throw error
    throw new Error(`${keyFile} holds no private key that can be read; is its passphrase right?`)
  }
}

interface Parts {
  readonly certificate: X509Certificate
  readonly wwdr: X509Certificate
  readonly key: KeyObject
}

function check({ certificate, wwdr, key }: Parts): ReadCertificate {
  const fault = (text: string): ReadCertificate => ({ kind: 'fault', text })
  const subject = subjectOf(certificate)
  const passType = subject.get('UID')
  const team = subject.get('OU')
  if (key.asymmetricKeyType !== 'rsa') return fault('the private key is no RSA key')
  if (!certificate.checkPrivateKey(key)) return fault('the private key does not belong to the certificate')
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey))
    return fault('the certificate was not issued by the WWDR certificate; get the generation that its issuer names')
  if (!passType?.startsWith('pass.')) return fault('the certificate is not one for passes: it names no pass type')
  if (team === undefined) return fault('the certificate names no team')
  const expiresAt = Math.min(certificate.validToDate.getTime(), wwdr.validToDate.getTime())
  return {
    kind: 'certificate',
    certificate: {
      certificatePem: certificate.toString(),
      keyPem: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
      wwdrPem: wwdr.toString(),
      passType,
      team,
      expiresAt,
    },
  }
}

/** The subject by its short names, such as UID and OU. */
function subjectOf(certificate: X509Certificate): ReadonlyMap<string, string> {
  const lines = certificate.subject.split('\n').map((line) => /^([^=]+)=(.*)$/.exec(line))
  return new Map(lines.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])))
}
