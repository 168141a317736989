/**
 * What a card should hold, told in the simplest way there is: every unit of value is a coin that lies in a lot,
 * and is free, held by a hold, or gone. Shares no code with the server.
 */
interface Coin {
  readonly lot: number
  readonly returned: boolean
  readonly expires: number
  readonly active: number
  place: string
}

const free = 'free'
const gone = 'gone'

/** What a call did, as far as a void needs it. */
interface Deed {
  readonly kind: 'issue' | 'take' | 'hold' | 'release'
  readonly coins: readonly Coin[]
  /** Where the coins came from: free, or a hold. */
  readonly from: string
}

export class CoinModel {
  private readonly coins: Coin[] = []
  private readonly deeds = new Map<number, Deed>()
  /** By lot: the coins of others that went when it was taken back, because its own were spent or held. */
  private readonly standIns = new Map<number, Coin[]>()
  private lots = 0

  issue(call: number, amount: number, lot: { returned: boolean; expires: number; active: number }): boolean {
    this.lots += 1
    const made = Array.from({ length: amount }, () => ({ lot: this.lots, ...lot, place: free }))
    this.coins.push(...made)
    this.deeds.set(call, { kind: 'issue', coins: made, from: free })
    return true
  }

  redeem(call: number, amount: number, now: number): boolean {
    return this.move(call, { kind: 'take', to: gone, from: free, amount }, this.spendable(now))
  }

  hold(call: number, amount: number, now: number): boolean {
    return this.move(call, { kind: 'hold', to: `hold ${call}`, from: free, amount }, this.spendable(now))
  }

  /** Also releases the rest, when asked to; a use of 0 with release cancels the hold. */
  use(call: number, hold: number, { amount, release }: { amount: number; release: boolean }): boolean {
    const from = `hold ${hold}`
    const held = this.inOrder((coin) => coin.place === from)
    if (held.length === 0) return false
    const kind = amount === 0 ? 'release' : 'take'
    if (!this.move(call, { kind, to: gone, from, amount }, held)) return false
    if (release) for (const coin of held) if (coin.place === from) this.free(coin)
    return true
  }

  void(call: number, now: number): boolean {
    const deed = this.deeds.get(call)
    if (!deed || deed.kind === 'release') return false
    const undone = deed.kind === 'issue' ? this.takeBack(deed, now) : this.giveBack(deed, `hold ${call}`)
    if (undone) this.deeds.delete(call)
    return undone
  }

  /** Of each lot that has something: what is free and what is held, by whom. */
  state(): object {
    const places = Map.groupBy(
      this.coins.filter((coin) => coin.place !== gone),
      (coin) => `lot ${coin.lot} ${coin.place}`,
    )
    return Object.fromEntries([...places].map(([place, coins]) => [place, coins.length]))
  }

  /** What a till is shown: what could be spent now, and what each hold has left. */
  shown(now: number): { free: number; holds: Record<string, number> } {
    const holds = Map.groupBy(
      this.coins.filter((coin) => coin.place.startsWith('hold ')),
      (coin) => coin.place,
    )
    return {
      free: this.spendable(now).length,
      holds: Object.fromEntries([...holds].map(([hold, coins]) => [hold, coins.length])),
    }
  }

  private takeBack(deed: Deed, now: number): boolean {
    const lot = deed.coins[0]?.lot
    const usable = this.inOrder((coin) => coin.place === free && coin.expires > now)
    const ownFirst = [...usable.filter((coin) => coin.lot === lot), ...usable.filter((coin) => coin.lot !== lot)]
    // What lies there expired is as good as taken.
    const wanted = deed.coins.filter((coin) => coin.place !== free || coin.expires > now).length
    if (ownFirst.length < wanted) return false
    const taken = ownFirst.slice(0, wanted)
    for (const coin of taken) coin.place = gone
    if (lot !== undefined)
      this.standIns.set(
        lot,
        taken.filter((coin) => coin.lot !== lot),
      )
    return true
  }

  private giveBack(deed: Deed, ownHold: string): boolean {
    if (deed.kind === 'hold') {
      const held = this.coins.filter((coin) => coin.place === ownHold)
      if (held.length !== deed.coins.length) return false
      for (const coin of held) this.free(coin)
      return true
    }
    const isOpen = deed.from !== free && this.coins.some((coin) => coin.place === deed.from)
    for (const coin of deed.coins) {
      if (isOpen) coin.place = deed.from
      else this.free(coin)
    }
    return true
  }

  /** A coin of an issuance that was taken back makes free the one that went in its stead, and so on. */
  private free(coin: Coin): void {
    const standIn = this.standIns.get(coin.lot)?.shift()
    coin.place = standIn ? gone : free
    if (standIn) this.free(standIn)
  }

  private move(
    call: number,
    { kind, to, from, amount }: Omit<Deed, 'coins'> & { to: string; amount: number },
    coins: Coin[],
  ): boolean {
    if (coins.length < amount) return false
    const moved = coins.slice(0, amount)
    for (const coin of moved) coin.place = to
    this.deeds.set(call, { kind, coins: moved, from })
    return true
  }

  private spendable(now: number): Coin[] {
    return this.inOrder((coin) => coin.place === free && coin.expires > now && coin.active <= now)
  }

  private inOrder(wanted: (coin: Coin) => boolean): Coin[] {
    return this.coins
      .filter(wanted)
      .toSorted(
        (a, b) => Number(b.returned) - Number(a.returned) || compare(a.expires, b.expires) || compare(a.lot, b.lot),
      )
  }
}

const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)
