import type { OperationAnswer } from '../../../ask/ask.ts'
import { useAsking, useCalling } from '../../../ask/queries.ts'

/** A webhook as the brand file has it. */
export interface WebhookEntry {
  readonly id: string
  readonly url: string
  readonly events?: readonly string[]
  readonly active?: boolean
}

export type WebhookState = OperationAnswer<'webhookStates'>['webhooks'][number]

export interface ShownWebhook {
  readonly entry: WebhookEntry
  readonly state: WebhookState
}

/** The webhooks with how they stand, and the version of the brand that they are of. */
export function useWebhooks() {
  const entries = useAsking('listEntries', { section: 'webhooks', count: 500 })
  const states = useCalling('webhookStates', {}, { everySeconds: 5 })
  const byId = new Map(states.data?.webhooks.map((state) => [state.webhookId, state]))
  const all = entries.data?.entries as readonly WebhookEntry[] | undefined
  const webhooks: readonly ShownWebhook[] | undefined =
    states.data &&
    all?.flatMap((entry) => {
      const state = byId.get(entry.id)
      return state ? [{ entry, state }] : []
    })
  return {
    webhooks,
    version: entries.data?.version,
    error: entries.error ?? states.error,
    retry: () => Promise.all([entries.refetch(), states.refetch()]),
  }
}

export type WebhookHealth = 'ok' | 'off' | 'disabled' | 'failing' | 'givenUp' | 'sending'

export function standingOf({ isActive, disabledDate, retried, givenUp, waiting }: WebhookState): WebhookHealth {
  if (!isActive) return 'off'
  if (disabledDate !== undefined) return 'disabled'
  if (retried > 0) return 'failing'
  if (givenUp > 0) return 'givenUp'
  return waiting > 0 ? 'sending' : 'ok'
}
