import assert from 'node:assert/strict'
import { createHash, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { WalletFiles } from './wallet-files.ts'

/** The files of an archive whose entries are stored as they are. */
function unpack(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt16LE(at + 10), 0, 'it is stored, not deflated')
    const size = archive.readUInt32LE(at + 24)
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    files.set(name, archive.subarray(begin, begin + size))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

/** pass.json of an archive whose every file and whose signature were checked, as a phone does. */
export function readPassFile(archive: Buffer, { pass, wwdr }: WalletFiles) {
  const files = unpack(archive)
  const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>
  const own = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature')
  assert.deepEqual(Object.keys(hashes).toSorted(), own.toSorted())
  for (const [name, hash] of Object.entries(hashes))
    assert.equal(
      createHash('sha1')
        .update(files.get(name) ?? '')
        .digest('hex'),
      hash,
    )
  checkSignature(files.get('signature') ?? Buffer.alloc(0), manifest, { pass, wwdr })
  return { json: JSON.parse(String(files.get('pass.json'))), files }
}

interface SignedData {
  readonly certificates: readonly forge.pki.Certificate[]
  readonly rawCapture: { readonly authenticatedAttributes: forge.asn1.Asn1[]; readonly signature: string }
}

function checkSignature(signature: Buffer, manifest: Buffer, { pass, wwdr }: Pick<WalletFiles, 'pass' | 'wwdr'>): void {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString('latin1')))
  const { certificates, rawCapture } = message as unknown as SignedData
  const pems = certificates.map((one) => forge.pki.certificateToPem(one))
  assert.deepEqual(pems.toSorted(), [pass.pem, wwdr.pem].toSorted())
  const { Class, Type } = forge.asn1
  const attributes = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, rawCapture.authenticatedAttributes)
  const signed = Buffer.from(forge.asn1.toDer(attributes).getBytes(), 'latin1')
  const digest = createHash('sha1').update(manifest).digest()
  assert.ok(signed.includes(digest), 'the digest of the manifest is what was signed')
  const bytes = Buffer.from(rawCapture.signature, 'latin1')
  assert.ok(verify('sha1', signed, new X509Certificate(pass.pem).publicKey, bytes), 'the signature is right')
}
