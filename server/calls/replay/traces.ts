import type { RequestRef } from '../../ground/kernel/ids.ts'

/** Something that a call left, as a use of a code or a firing of a rule, and what became of it since the beginning. */
export interface LeftTrace<What> {
  readonly what: What
  /** The calls that took it away or brought it back, the oldest first. */
  readonly touches: readonly Touch[]
}

interface Touch {
  readonly by: RequestRef
  /** Whether it is there from then on. */
  readonly isThere: boolean
}

/** What calls of before the period left that was touched since: the first touch tells whether it was there when it began. */
export class Traces<Group, What> {
  private readonly all = new Map<string, { readonly what: What; readonly touches: Touch[] }>()
  private readonly groups = new Map<Group, LeftTrace<What>[]>()

  /** In the order in which it happened. It belongs to the group that it is first touched for. */
  touch(key: string, { what, group }: { readonly what: What; readonly group: Group }, touch: Touch): void {
    const known = this.all.get(key)
    if (known) {
      known.touches.push(touch)
      return
    }
    const trace = { what, touches: [touch] }
    this.all.set(key, trace)
    this.groups.set(group, [...(this.groups.get(group) ?? []), trace])
  }

  get(key: string): LeftTrace<What> | undefined {
    return this.all.get(key)
  }

  of(group: Group): readonly LeftTrace<What>[] {
    return this.groups.get(group) ?? []
  }

  values(): Iterable<LeftTrace<What>> {
    return this.all.values()
  }
}

/** Whether it was there at the beginning, or is by now, if some of the calls that touched it have been replayed. */
export function wasThere({ touches }: LeftTrace<unknown>, replayed?: ReadonlySet<RequestRef>): boolean {
  const last = replayed && touches.findLast(({ by }) => replayed.has(by))
  return last ? last.isThere : touches[0]?.isThere === false
}

const isThere = ({ touches }: LeftTrace<unknown>): boolean => touches.at(-1)?.isThere === true

/** By how many more there were at the beginning than there are today. */
export const moreThanToday = (traces: Iterable<LeftTrace<unknown>>): number =>
  Iterator.from(traces).reduce((more, trace) => more + Number(wasThere(trace)) - Number(isThere(trace)), 0)
