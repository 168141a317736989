import assert from 'node:assert/strict'
import { createPublicKey, randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { jwtVerify } from 'jose'
import { walletUpdates } from '../../server/background/jobs/wallet/wallet-updates.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { passTokenUse } from '../../server/doors/pages/wallet/pass-token.ts'
import { openWallets } from '../../server/doors/pages/wallet/wallets.ts'
import { readNow } from '../../server/ground/database/clock.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { openJobRoom } from './job-room.ts'
import { readPassFile } from './pass-archive.ts'
import { openShop, type Shop, type ShopOptions, startTestService, testDatabase, testKey, testSealer } from './shop.ts'
import { makeWalletFiles, passType, team, type WalletFiles } from './wallet-files.ts'

export const publicUrl = 'https://loyalty.example'
export const googleIssuer = '3388000000012345678'

export const usualPasses = {
  appleTypeIdentifier: passType,
  teamIdentifier: team,
  googleIssuerId: googleIssuer,
  logoUrl: 'https://loyalty.example/logo.png',
}

/** Where the made-up Apple and Google are, if a test has them. */
export interface Outside {
  readonly pushUrl?: string
  readonly google?: { readonly url: string; readonly tokenUrl: string }
}

/** A server with an operator's files. */
export async function openWalletService(files: WalletFiles, outside: Outside = {}, flags: readonly string[] = []) {
  const account = files.write(
    'google.json',
    JSON.stringify({
      client_email: 'passes@purser.example',
      private_key: files.googleKeyPem,
      ...(outside.google && { token_uri: outside.google.tokenUrl }),
    }),
  )
  const path = (name: string) => `${files.folder}/${name}`
  const settings = {
    apple: {
      certificateFile: path('pass.pem'),
      keyFile: path('pass.key'),
      wwdrFile: path('wwdr.pem'),
      pushUrl: outside.pushUrl ?? 'https://localhost:1',
    },
    google: { serviceAccountFile: account, apiUrl: outside.google?.url ?? 'http://127.0.0.1:1' },
  }
  const own = [
    ...['--public-url', publicUrl, '--wallet-apple-certificate', settings.apple.certificateFile],
    ...['--wallet-apple-key', settings.apple.keyFile, '--wallet-apple-wwdr', settings.apple.wwdrFile],
    ...['--wallet-apple-push', settings.apple.pushUrl],
    ...['--wallet-google-service-account', account, '--wallet-google-api', settings.google.apiUrl],
  ]
  const service = await startTestService([...own, ...flags], false, testDatabase(), { allowPrivateReceivers: true })
  after(() => service.stop())
  return { service, settings }
}

/** A server with the operator's files, and a shop with passes. */
export async function openWalletRoom(outside: Outside = {}, options: ShopOptions = {}) {
  const files = makeWalletFiles()
  const { service, settings } = await openWalletService(files, outside)
  const shop = await openWalletShop(service, options)
  return { files, service, settings, shop }
}

export const openWalletShop = (service: Service, options: ShopOptions = {}) =>
  openShop({ service, ...options, more: { passes: usualPasses, ...options.more } })

/** Asks the shop's server as a browser or a phone would. */
export async function ask(shop: Pick<Shop, 'port'>, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${shop.port}${path}`, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The path of the card's pass. */
export async function passPathOf(shop: Shop, cardNumber: string): Promise<string> {
  const { url } = await shop.must('generatePassLink', { cardNumber })
  return String(url).replace(publicUrl, '')
}

/** Opens the link for Google as a customer does, and reads what Google would. */
export async function saveToGoogle(shop: Shop, files: WalletFiles, cardNumber: string) {
  const { status, headers } = await ask(shop, `${await passPathOf(shop, cardNumber)}/google`)
  assert.equal(status, 303)
  const location = headers.get('location') ?? ''
  const token = location.replace('https://pay.google.com/gp/v/save/', '')
  const key = createPublicKey(files.googlePublicPem)
  const { payload } = await jwtVerify(token, key, { audience: 'google', issuer: 'passes@purser.example' })
  // biome-ignore lint/suspicious/noExplicitAny: what Google reads.
  return { location, payload, content: payload.payload as any }
}

/** A phone that has added the card's pass, and what it does from then on. */
export async function addToPhone(shop: Shop, files: WalletFiles, cardNumber: string, name = 'phone1') {
  const { status, body } = await ask(shop, `${await passPathOf(shop, cardNumber)}/apple.pkpass`)
  assert.equal(status, 200)
  const { json } = readPassFile(body, files)
  return phoneOf(shop, files, json, name)
}

// biome-ignore lint/suspicious/noExplicitAny: pass.json, as the phone reads it.
export async function phoneOf(shop: Shop, files: WalletFiles, json: any, name: string) {
  const service = `${String(json.webServiceURL).replace(publicUrl, '')}/v1`
  const authorization = `ApplePass ${json.authenticationToken}`
  const device = `device-${name}-${json.serialNumber.slice(-6)}`
  const pushToken = `abc${name}${json.serialNumber.slice(-6)}`
  const registration = `${service}/devices/${device}/registrations/${passType}`
  const passAt = `${service}/passes/${passType}/${json.serialNumber}`
  const register = (headers: Record<string, string> = { authorization }, body: object = { pushToken }) =>
    ask(shop, `${registration}/${json.serialNumber}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const unregister = (headers: Record<string, string> = { authorization }) =>
    ask(shop, `${registration}/${json.serialNumber}`, { method: 'DELETE', headers })
  const list = async (since?: string) => {
    const answer = await ask(shop, registration + (since === undefined ? '' : `?passesUpdatedSince=${since}`))
    return { status: answer.status, ...(answer.status === 200 ? JSON.parse(String(answer.body)) : {}) }
  }
  const fetchPass = (headers: Record<string, string> = {}) =>
    ask(shop, passAt, { headers: { authorization, ...headers } })
  const see = async () => readPassFile((await fetchPass()).body, files).json
  return { json, service, authorization, device, pushToken, passAt, register, unregister, list, fetchPass, see }
}

/** Runs the job that tells wallets, some seconds ahead of the database, so that what was just done is due. */
export async function openUpdates(settings: Parameters<typeof openWallets>[0], files: WalletFiles, aheadMs = 10_000) {
  const pins = new PinKeeper(testKey, randomBytes)
  const log = openLog('error')
  const keys = { key: () => pins.keyFor(passTokenUse), keys: () => pins.keysFor(passTokenUse) }
  const wallets = openWallets(settings, keys, log)
  const network = { ...systemNetwork(true), timeouts: { connectMs: 2000, totalMs: 2000 } }
  const job = walletUpdates({ wallets, network, authorities: [files.wwdr.pem] })
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  after(() => pool.close())
  const clock = { aheadMs }
  const brandAt = async (id: string) => {
    const brand = await loadBrand(pool, id, testSealer)
    assert.ok(brand)
    return brand
  }
  const context = await openJobRoom({ id: '' }, { brandAt, now: async () => (await readNow(pool)) + clock.aheadMs })
  return { clock, run: async () => (await job.run(context)).counts }
}

export const statusOf = async (shop: Shop, cardNumber: string) => {
  const { cards } = await shop.must('search', {
    filters: { cardNumber },
    includeInactive: true,
    returnFields: { walletPassStatus: true },
  })
  return cards[0]?.walletPassStatus
}
