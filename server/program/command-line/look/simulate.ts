import { randomBytes } from 'node:crypto'
import { Simulator } from '../../../calls/engine/simulator.ts'
import { simulate as operation, type SimulateResponse } from '../../../calls/operations/campaign/simulate.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { formatFault } from '../../../domain/brand/read-brand-file.ts'
import { parseText } from '../../../domain/brand/reading/parse-text.ts'
import { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { type JsonObject, readJsonBody } from '../../../ground/contract/json.ts'
import { readRequest } from '../../../ground/contract/read.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { allSteps } from '../../../ground/kernel/steps.ts'
import { loadDraft } from '../../../storage/brand-store/draft.ts'
import { Reader } from '../../../storage/store/queries/reader.ts'
import { readNamed } from '../brand/brand-check.ts'
import { faultyDraft, type NamedDraft, readDraft } from '../brand/named-draft.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { simulationLines } from './simulate-words.ts'

/** Prints what a checkout would do, as lines or as JSON: the same as the operation answers. */
export async function simulate(brandId: string, file: string | undefined, context: DatabaseContext): Promise<void> {
  const { url, config } = context
  const { draft: draftFile } = config.simulationFlags
  const draft = draftFile === undefined ? undefined : await readDraft(draftFile)
  const given = { ...(await basketOf(file, context)), ...optionsOf(context), ...draft?.field }
  const answer = await withPool(url, async (pool) => {
    const brand = await knownBrand(pool, brandId)
    if (draft) await checkDraft(pool, brand, draft)
    return ask({ pool, brand, workLimit: config.workLimit }, given)
  })
  const { cardNumber } = given as { readonly cardNumber?: unknown }
  const lines = config.json ? [JSON.stringify(answer, undefined, 2)] : simulationLines(answer, cardNumber)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (answer.refusal) throw new CommandFailed([])
}

/** A request of the operation, in YAML or JSON: from a file, from the input, or of what the flags say alone. */
async function basketOf(file: string | undefined, { config }: DatabaseContext): Promise<object> {
  const { products } = config.simulationFlags
  if (file === undefined && products !== undefined) return {}
  const name = file ?? '-'
  const { text: source } = await readNamed(name)
  const { data, faults } = allSteps(parseText(source))
  if (faults.length > 0) throw new CommandFailed(faults.map((fault) => `${name}: ${formatFault(fault)}`))
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new CommandFailed([`${name}: expected the fields of a simulation, such as products`])
  return data
}

function optionsOf({ config }: DatabaseContext): object {
  const { card, products, location } = config.simulationFlags
  const { version, at } = config.brandFlags
  return defined({
    cardNumber: card,
    products: products === undefined ? undefined : productsOf(products),
    locationId: location,
    date: at,
    version,
  })
}

/** Here and not by what the operation answers, which has no lines of the file. */
async function checkDraft(pool: ConnectionPool, brand: Brand, named: NamedDraft): Promise<void> {
  const loaded = await loadDraft(pool, brand.id, named.draft)
  if (loaded && 'faults' in loaded) throw faultyDraft(named, loaded.faults)
}

function productsOf(products: string): readonly object[] {
  return products.split(',').map((line) => {
    const [amountPurchased, sku, unitPrice, ...rest] = line.trim().split(/\s+/)
    if (sku === undefined || unitPrice === undefined || rest.length > 0)
      throw new CommandFailed([`--products: "${line.trim()}" is not how many, what and at what price: 2 ESP 3.50`])
    return { amountPurchased, sku, unitPrice }
  })
}

interface SimulateFlags {
  readonly pool: ConnectionPool
  readonly brand: Brand
  readonly workLimit: number
}

async function ask({ pool, brand, workLimit }: SimulateFlags, given: object): Promise<SimulateResponse> {
  const body = readJsonBody(JSON.stringify(given))
  if (isRefusal(body)) throw new CommandFailed([body.text])
  const request = requestOf(body.body, brand)
  // No pin is looked at, so that any key will do.
  const pins = new PinKeeper(randomBytes(32), randomBytes)
  const simulator = new Simulator({ pool, pins, random: randomBytes, workLimit, brandAt: () => brand })
  const [location] = brand.locations.values()
  const call = { ref: uuidV7(Date.now(), randomBytes(10)), locationId: location?.id ?? '', terminalId: '' }
  const answer = await operation.answer({
    request,
    call,
    brand,
    pins,
    reader: new Reader(pool, async () => undefined),
    simulate: (simulation) => simulator.run(simulation),
  })
  if (isRefusal(answer)) throw new CommandFailed([answer.text])
  return answer.response as SimulateResponse
}

function requestOf(body: JsonObject, brand: Brand): unknown {
  const read = readRequest(operation.request, body, brand)
  if (isRefusal(read)) throw new CommandFailed([read.text])
  const [unknown] = read.unknown
  if (unknown !== undefined) throw new CommandFailed([`${unknown}: a simulation has no such field`])
  const wrong = operation.check?.(read.value)
  if (wrong) throw new CommandFailed([wrong.text])
  return read.value
}
