import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import forge from 'node-forge'

export const passType = 'pass.example.purser'
export const team = 'A1B2C3D4E5'

interface Signed {
  readonly certificate: forge.pki.Certificate
  readonly pem: string
  readonly keyPem: string
}

interface CertificateOf {
  readonly subject: readonly { readonly type?: string; readonly shortName?: string; readonly value: string }[]
  readonly issuer?: Signed
  readonly extensions?: readonly object[]
  /** Days from now until it expires. */
  readonly days?: number
}

const userId = '0.9.2342.19200300.100.1.1'

/** A certificate of a made-up authority, or of itself. */
export function makeCertificate({ subject, issuer, extensions = [], days = 365 }: CertificateOf): Signed {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`
  certificate.validity.notBefore = new Date(Date.now() - 10 * 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + days * 86_400_000)
  certificate.setSubject([...subject])
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : [...subject])
  certificate.setExtensions([...extensions])
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.keyPem ?? privateKey), forge.md.sha256.create())
  return { certificate, pem: forge.pki.certificateToPem(certificate), keyPem: privateKey }
}

export const makeAuthority = (name: string): Signed =>
  makeCertificate({
    subject: [{ shortName: 'CN', value: name }],
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })

export const makePassCertificate = (issuer: Signed, days = 365): Signed =>
  makeCertificate({
    subject: [
      { type: userId, value: passType },
      { shortName: 'CN', value: `Pass Type ID: ${passType}` },
      { shortName: 'OU', value: team },
    ],
    issuer,
    days,
  })

export interface WalletFiles {
  readonly folder: string
  readonly wwdr: Signed
  readonly pass: Signed
  /** Of the made-up push service. */
  readonly pushServer: Signed
  readonly googleKeyPem: string
  readonly googlePublicPem: string
  /** Writes a file, and answers its path. */
  write(name: string, text: string): string
}

/** What an operator keeps, made for one test file. */
export function makeWalletFiles(): WalletFiles {
  const folder = mkdtempSync(join(tmpdir(), 'purser-wallet-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const wwdr = makeAuthority('Made-up WWDR')
  const pass = makePassCertificate(wwdr)
  const pushServer = makeCertificate({
    subject: [{ shortName: 'CN', value: 'localhost' }],
    issuer: wwdr,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const google = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  write('pass.pem', pass.pem)
  write('pass.key', pass.keyPem)
  write('wwdr.pem', wwdr.pem)
  return { folder, wwdr, pass, pushServer, googleKeyPem: google.privateKey, googlePublicPem: google.publicKey, write }
}
