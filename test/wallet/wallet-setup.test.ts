import assert from 'node:assert/strict'
import { createPrivateKey, createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { passToken } from '../../server/doors/pages/wallet/pass-token.ts'
import { plainIcon } from '../../server/doors/pages/wallet/plain-icon.ts'
import { openWallets } from '../../server/doors/pages/wallet/wallets.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { judgeBrandWallets, judgeWallet } from '../../server/program/doctor/judge/wallet.ts'
import { lookAtWallet } from '../../server/program/doctor/look/wallet.ts'
import { placedMessage } from '../support/told-fault.ts'
import {
  makeAuthority,
  makeCertificate,
  makePassCertificate,
  makeWalletFiles,
  passType,
  team,
} from '../support/wallet-files.ts'

const files = makeWalletFiles()
const own = {
  certificateFile: `${files.folder}/pass.pem`,
  keyFile: `${files.folder}/pass.key`,
  wwdrFile: `${files.folder}/wwdr.pem`,
  pushUrl: 'https://localhost:1',
}

const look = (apple: Partial<typeof own> & { passphraseFile?: string }, publicUrl = 'https://loyalty.example') =>
  judgeWallet(lookAtWallet({ wallet: { apple: { ...own, ...apple } }, publicUrl }), Date.now())

test('the doctor looks at the certificate as a phone would', () => {
  const stranger = makeAuthority('Somebody else')
  const noPass = makeCertificate({ subject: [{ shortName: 'CN', value: 'no pass' }], issuer: files.wwdr })
  const soon = makePassCertificate(files.wwdr, 12)
  const over = makePassCertificate(files.wwdr, -2)
  const write = (name: string, text: string) => files.write(name, text)
  const [fine] = look({})
  assert.equal(fine?.level, 'ok')
  assert.match(fine?.found ?? '', /pass\.example\.purser of team A1B2C3D4E5; 364 days left/)

  const wrong: [Parameters<typeof look>[0], RegExp][] = [
    [{ certificateFile: '/nowhere.pem' }, /ENOENT/],
    [{ keyFile: write('other.key', soon.keyPem) }, /does not belong to the certificate/],
    [{ keyFile: write('no.key', 'nothing') }, /holds no private key that can be read/],
    [{ wwdrFile: write('stranger.pem', stranger.pem) }, /not issued by the WWDR certificate/],
    [
      { certificateFile: write('nopass.pem', noPass.pem), keyFile: write('nopass.key', noPass.keyPem) },
      /not one for passes/,
    ],
    [{ certificateFile: write('over.pem', over.pem), keyFile: write('over.key', over.keyPem) }, /expired on/],
  ]
  for (const [apple, found] of wrong) {
    const [finding] = look(apple)
    assert.equal(finding?.level, 'problem', String(found))
    assert.match(finding?.found ?? '', found)
    assert.ok(!JSON.stringify(finding).includes('PRIVATE KEY'))
  }
  const [warned] = look({ certificateFile: write('soon.pem', soon.pem), keyFile: write('soon.key', soon.keyPem) })
  assert.equal(warned?.level, 'warning')
  assert.match(warned?.found ?? '', /expires in 1[12] days/)
  assert.equal(look({}, 'http://loyalty.example').at(1)?.level, 'warning')
})

test('a key with a passphrase works, and with a wrong one it does not', () => {
  const sealed = createPrivateKey(files.pass.keyPem).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'open sesame',
  })
  const keyFile = files.write('sealed.key', String(sealed))
  const passphraseFile = files.write('passphrase', 'open sesame\n')
  assert.equal(look({ keyFile, passphraseFile })[0]?.level, 'ok')
  assert.equal(look({ keyFile, passphraseFile: files.write('wrong', 'open barley') })[0]?.level, 'problem')
  assert.equal(look({ keyFile })[0]?.level, 'problem')
})

test('the doctor looks at the service account, and at brands that have passes nobody can sign', () => {
  const account = (text: string) => {
    const google = { serviceAccountFile: files.write('account.json', text), apiUrl: 'https://google.example' }
    return judgeWallet(lookAtWallet({ wallet: { google }, publicUrl: 'https://a.example' }), 0)[0]?.level
  }
  assert.equal(account(JSON.stringify({ client_email: 'a@b.example', private_key: files.googleKeyPem })), 'ok')
  for (const text of ['', '[]', '{}', JSON.stringify({ client_email: 'a@b.example', private_key: 'none' })])
    assert.equal(account(text), 'problem', text)

  const sight = lookAtWallet({ wallet: { apple: own } })
  const brand = { brand: 'b1', passType, team, failing: 0 }
  assert.deepEqual(judgeBrandWallets([brand], sight), [])
  const texts = (one: object) => judgeBrandWallets([{ ...brand, ...one }], sight).map(({ found }) => found)
  assert.match(texts({ passType: 'pass.other' })[0] ?? '', /not what the certificate is for/)
  assert.match(texts({ googleIssuer: '3388' })[0] ?? '', /no service account/)
  assert.match(texts({ failing: 3 })[0] ?? '', /3 passes of brand b1/)
  assert.match(judgeBrandWallets([brand], { isReachable: true })[0]?.found ?? '', /no certificate is set/)
})

test('files that cannot be used switch wallets off, and say so without a secret', () => {
  const lines: string[] = []
  const log = openLog('error', (line) => lines.push(line))
  const keys = { key: () => createPrivateKey(files.pass.keyPem), keys: () => [] }
  const settings = {
    apple: { ...own, keyFile: '/nowhere.key' },
    google: { serviceAccountFile: '/no.json', apiUrl: '' },
  }
  const wallets = openWallets(settings, keys, log)
  assert.equal(wallets.apple ?? wallets.google, undefined)
  assert.equal(lines.length, 2)
  assert.match(lines.join(''), /no passes for Apple Wallet.*no passes for Google Wallet/s)
})

test('a certificate needs its key and the WWDR certificate beside it', () => {
  const parsed = parseCommandLine(['start'], { PURSER_WALLET_APPLE_CERTIFICATE: '/a.pem' })
  assert.match(JSON.stringify(parsed), /PURSER_WALLET_APPLE_KEY is needed with PURSER_WALLET_APPLE_CERTIFICATE/)
  assert.match(JSON.stringify(parsed), /PURSER_WALLET_APPLE_WWDR is needed with PURSER_WALLET_APPLE_CERTIFICATE/)
})

test('a brand file says what is wrong with its passes', () => {
  const brand = { id: 'b1', name: 'B', country: 'US', currency: 'USD' }
  const faultsOf = (passes: object) => {
    const read = readBrandFile(JSON.stringify({ brand, passes }))
    return 'faults' in read ? read.faults.map(placedMessage).join('\n') : ''
  }
  const wrong: [object, RegExp][] = [
    [{ colors: { background: 'blue' } }, /passes\.colors\.background: expected a colour as #rrggbb/],
    [{ images: { icon: 'R0lGODlh' } }, /passes\.images\.icon: expected a PNG in base64/],
    [{ appleTypeIdentifier: 'card' }, /passes\.appleTypeIdentifier: expected a pass type identifier/],
    [{ appleTypeIdentifier: 'pass.a' }, /appleTypeIdentifier and teamIdentifier belong together/],
    [{ googleIssuerId: '33880000' }, /googleIssuerId needs a logoUrl/],
    [{ logoUrl: 'http://a.example/x.png' }, /passes\.logoUrl: expected an address that begins with https/],
    [{ colour: 'x' }, /passes\.colour: unknown key; did you mean "colors"/],
  ]
  for (const [passes, fault] of wrong) assert.match(faultsOf(passes), fault)
  const icon = plainIcon('#0b3d5c', 29).toString('base64')
  assert.equal(faultsOf({ images: { icon }, appleTypeIdentifier: passType, teamIdentifier: team }), '')
})

test('tokens differ by pass and by brand', () => {
  const key = createSecretKey(Buffer.alloc(32, 7))
  const tokens = [
    passToken('a', 'x', key),
    passToken('ax', '', key),
    passToken('b', 'x', key),
    passToken('a', 'y', key),
  ]
  assert.equal(new Set(tokens).size, 4)
})
