import { enableAgain } from '../../../calls/operations/webhook/enable-receiver.ts'
import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { fromMessageId } from '../../../domain/message/outbox-message.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listReceivers, type ReceiverState } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import { noMessage, retriedMax, retryGivenUp, retryMessage } from '../../../storage/store/outbox/message-retry.sql.ts'
import {
  countedMax,
  countLaterMessages,
  countMessages,
  countNotSent,
  listGivenUp,
} from '../../../storage/store/queries/message-state.sql.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { notSentLine } from './message-words.ts'

const mostShown = 20

/** Prints how many messages of a brand there are, which receivers are in trouble, and what was given up. */
export async function showMessages(url: string, brandId: BrandId): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    const { version } = await knownBrand(pool, brandId)
    const counts = await countMessages(pool, brandId)
    const notSent = await countNotSent(pool, brandId)
    const later = await countLaterMessages(pool, brandId)
    const receivers = await listReceivers(pool, brandId, version)
    const givenUp = await listGivenUp(pool, brandId, mostShown)
    return [
      ...(counts.length === 0
        ? ['No messages in the last 30 days.']
        : [`Messages of the last 30 days (at most the newest ${countedMax}):`]),
      ...counts
        .filter(({ state }) => state !== 'notSent')
        .map(({ channel, state, count }) => `  ${channel}: ${count} ${state}`),
      ...notSent.map(notSentLine),
      ...later.map(
        ({ channel, count, firstAt }) =>
          `  ${channel}: ${count} waiting to be sent later, the first on ${formatDateTime(firstAt)} UTC`,
      ),
      ...(receivers.length === 0 ? ['No receiver is in trouble.'] : ['Receivers in trouble:']),
      ...receivers.map(troubleOf),
      ...(givenUp.length === 0 ? ['No message was given up.'] : ['Given up, the newest first:']),
      ...givenUp.map(
        ({ messageId, channel, writtenAt, attempts, lastError }) =>
          `  ${messageId} ${channel}, written ${formatDateTime(writtenAt)} UTC, ${counted(attempts, 'attempt')}: ${lastError}`,
      ),
    ]
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

function troubleOf({ channel, failingSince, disabledAt, reason }: ReceiverState): string {
  const since = failingSince === undefined ? '' : `, failing since ${formatDateTime(failingSince)} UTC`
  const disabled = disabledAt === undefined ? '' : `, disabled since ${formatDateTime(disabledAt)} UTC`
  return `  ${channel}${since}${disabled}: ${reason}`
}

export async function messagesRetry(url: string, brandId: BrandId, messageId: string | undefined): Promise<void> {
  const count = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    if (messageId === undefined) return retryAll(pool, brandId)
    const name = fromMessageId(messageId)
    if (!name || !(await retryMessage(pool, brandId, name)))
      throw new CommandFailed([`No message ${messageId} was given up.`])
    return 1
  })
  process.stdout.write(`${count} ${count === 1 ? 'message waits' : 'messages wait'} to be sent again.\n`)
}

async function retryAll(pool: ConnectionPool, brandId: BrandId): Promise<number> {
  let count = 0
  let page = [noMessage]
  do {
    // Page by page and never back: workers may give messages up again in the meantime.
    page = await retryGivenUp(pool, brandId, page.at(-1) ?? noMessage)
    count += page.length
  } while (page.length === retriedMax)
  return count
}

interface NamedReceiver {
  readonly brand: BrandId
  readonly channel: string
}

export async function messagesEnable(
  url: string,
  { brand, channel }: NamedReceiver,
  origin: AuditOrigin,
): Promise<void> {
  await withPool(url, async (pool) => {
    await knownBrand(pool, brand)
    if (!(await inTransaction(pool, (db) => enableAgain(db, brand, channel, origin))))
      throw new CommandFailed([`The receiver ${channel} of brand ${brand} is not disabled.`])
  })
  process.stdout.write(
    `The receiver ${channel} is enabled. To send what was given up, run "purser messages retry ${brand}".\n`,
  )
}
