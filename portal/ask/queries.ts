import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  ask,
  type CalledOperation,
  type CallPlace,
  call,
  type OperationAnswer,
  type OperationRequest,
  type RouteAnswer,
  type RouteName,
  type RouteRequest,
} from './ask.ts'
import { useBrand, useMe } from './brand-context.ts'
import { doneBefore, hasReason, PortalError } from './portal-error.ts'
import type { SentChange } from './sent-changes.ts'
import { surely } from './surely.ts'

/** What a route answers, for loaders and hooks alike. */
export const asking = <Name extends RouteName>(name: Name, request: RouteRequest<Name>, brand?: string) =>
  queryOptions({ queryKey: [brand ?? '', name, request], queryFn: () => ask(name, request, brand) })

/** What a reading operation answers. */
const calling = <Name extends CalledOperation>(name: Name, request: OperationRequest<Name>, place: CallPlace) =>
  queryOptions({ queryKey: [place.brand, name, request], queryFn: () => call(name, request, place) })

interface Watching {
  /** Asks only while it is true. */
  readonly enabled?: boolean
  /** Asks again after so many seconds. */
  readonly everySeconds?: number
}

const watched = ({ enabled = true, everySeconds }: Watching) => ({
  enabled,
  // While other rows are on their way, the ones before stay where they are.
  placeholderData: keepPreviousData,
  ...(everySeconds !== undefined && { refetchInterval: everySeconds * 1000 }),
})

/** Asks a route of the brand that is open. */
export function useAsking<Name extends RouteName>(
  name: Name,
  request: RouteRequest<Name>,
  watching: Watching = {},
): UseQueryResult<RouteAnswer<Name>> {
  const { id } = useBrand()
  // The types of placeholder data do not see that a name's answer stays the same.
  return useQuery({ ...asking(name, request, id), ...watched(watching) } as never) as UseQueryResult<RouteAnswer<Name>>
}

/** Asks an operation of the brand that is open. */
export function useCalling<Name extends CalledOperation>(
  name: Name,
  request: OperationRequest<Name>,
  watching: Watching = {},
): UseQueryResult<OperationAnswer<Name>> {
  const { id } = useBrand()
  const options = { ...calling(name, request, { brand: id }), ...watched(watching) }
  return useQuery(options as never) as UseQueryResult<OperationAnswer<Name>>
}

/**
 * Is told as soon as it is done, before the page is asked again. What is given to `mutate` is told afterwards, and not
 * at all if what asked is gone by then: whoever removes the thing that they are in has to be told here.
 */
type OnAnswer<Answer, Asked> = (answer: Answer, asked: Asked) => void

/** Changes something by a route; what else the page shows of the brand is asked again. */
export function useAskToChange<Name extends RouteName>(
  name: Name,
  onDone?: OnAnswer<RouteAnswer<Name>, RouteRequest<Name>>,
) {
  const { id } = useBrand()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: RouteRequest<Name>) => ask(name, request, id).catch(inDoubtIfUnheard),
    onSuccess: (answer, request) => {
      onDone?.(answer, request)
      return client.invalidateQueries({ queryKey: [id] })
    },
  })
}

/** A change that was sent, and of whose answer nothing was heard, may have been made. */
function inDoubtIfUnheard(error: unknown): never {
  throw hasReason(error, 'unreachable') ? new PortalError('inDoubt', '') : error
}

interface Change<Name extends CalledOperation> extends Omit<CallPlace, 'brand'> {
  readonly request: OperationRequest<Name>
  /** What it is, for whoever waits for an answer that was lost. */
  readonly what?: string
}

interface Sender {
  readonly brand: string
  readonly user: string
}

/** The change as it is kept until its answer is there. */
function sentChange(
  { requestId, what = '', request }: Change<CalledOperation>,
  { brand, user }: Sender,
): SentChange | undefined {
  if (requestId === undefined) return undefined
  const { cardNumber } = request as { readonly cardNumber?: unknown }
  return {
    requestId,
    brand,
    user,
    what,
    ...(typeof cardNumber === 'string' && { cardNumber }),
    sentAt: Date.now(),
  }
}

/** How a change is sent, if not by calling its operation: a route may do it in several parts. */
export type SentBy<Name extends CalledOperation> = (
  request: OperationRequest<Name>,
  place: CallPlace,
) => Promise<DoneChange>

/** Sends a change; where it can be sent again safely, until it is known what became of it. */
function send<Name extends CalledOperation, Answer extends DoneChange>(
  change: Change<Name>,
  sender: Sender,
  by: (request: OperationRequest<Name>, place: CallPlace) => Promise<Answer>,
): Promise<Answer> {
  const { request, what: _, ...place } = change
  const once = () => by(request, { ...place, brand: sender.brand })
  const sent = sentChange(change, sender)
  return sent ? surely(sent, once) : once().catch(inDoubtIfUnheard)
}

/** Changes something by an operation. Give it a `requestId` of newRequestId, made when the form was opened. */
export function useCallToChange<Name extends CalledOperation>(
  name: Name,
  onDone?: OnAnswer<OperationAnswer<Name>, Change<Name>>,
) {
  const { id } = useBrand()
  const { name: user } = useMe()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change<Name>) =>
      send(change, { brand: id, user }, (request, place) => call(name, request, place)),
    onSuccess: (answer, change) => {
      onDone?.(answer, change)
      return client.invalidateQueries({ queryKey: [id] })
    },
    // Then the page shows what was done at the first attempt.
    onError: (error) => (hasReason(error, 'doneBefore') ? client.invalidateQueries({ queryKey: [id] }) : undefined),
  })
}

/** What is known of every change that was made. */
export interface DoneChange {
  readonly requestRef: string
  /** The card it was about, or that it made. */
  readonly cardNumber?: string
}

/** The same for whoever only has to know that it was done: at the first attempt, too, if its answer was lost. */
export function useCallToDo<Name extends CalledOperation>(
  name: Name,
  by: SentBy<Name> = (request, place) => call(name, request, place) as Promise<DoneChange>,
) {
  const { id } = useBrand()
  const { name: user } = useMe()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change<Name>): Promise<DoneChange> =>
      send(change, { brand: id, user }, by).catch((error: unknown) => {
        const before = doneBefore(error)
        if (!before) throw error
        return before
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [id] }),
  })
}

/** What is pressed twice, or sent again after a broken connection, then happens once. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `portal-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
