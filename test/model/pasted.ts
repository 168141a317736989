import type { MadeCall } from './lane.ts'

interface Caller {
  readonly id: string
  readonly key: string
  readonly secret: string
}

/**
 * Calls as lines for a shell: `$URL` is where the server is, and each keeps its requestRef in a variable that later ones name.
 * Where time passes between them, a line says until when.
 */
export function pasted(calls: readonly MadeCall[], { id, key, secret }: Caller): readonly string[] {
  const names = calls.map(({ ref }, place) => [ref, `R${place}`] as const).filter(([ref]) => ref !== '')
  const headers = [`-u '${key}:${secret}'`, `-H 'brand: ${id}'`, `-H 'location: L1'`, `-H 'terminal: T1'`].join(' ')
  let now = 0
  return calls.flatMap((call, place) => {
    const text = names.reduce(
      (left, [ref, name]) => left.replaceAll(ref, `'"$${name}"'`),
      JSON.stringify(call.body).replaceAll("'", `'\\''`),
    )
    const time = call.now === now ? [] : [`# it is ${new Date(call.now).toISOString()}`]
    now = call.now
    const sent = `curl -s ${headers} -d '${text}' "$URL/merchant/${call.operation}"`
    const ref = `printf '%s' "$A" | grep -o '"requestRef":"[^"]*"' | cut -d '"' -f 4`
    return [...time, `A=$(${sent}); printf '%s\\n' "$A"; R${place}=$(${ref})`]
  })
}
