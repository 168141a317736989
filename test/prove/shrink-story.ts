import { readStory, tellStory } from '../model/retell.ts'
import { shrink } from './shrink.ts'

interface Means {
  readonly say: (text: string) => void
  /** After so long, the shortest that was found so far is printed. */
  readonly seconds: number
}

/** Tells the story of a divergence again, each time to servers and brands of its own, with ever fewer steps. */
export async function shrinkStory(text: string, { say, seconds }: Means): Promise<void> {
  const { place, lines } = readStory(text)
  const until = performance.now() + seconds * 1000
  let tries = 0
  const fails = async (story: typeof lines) => {
    tries += 1
    const { isSame } = await tellStory(place, story, () => undefined)
    return !isSame
  }
  if (!(await fails(lines))) {
    say('Told alone, the story does not differ: it needs what others did at the same time.')
    return
  }
  const shortest = await shrink(lines, fails, () => performance.now() > until)
  say(
    `${lines.length} steps, ${shortest.length} of them are enough (${tries} tries). As calls to the brand model${place}:`,
  )
  const { calls } = await tellStory(place, shortest, say)
  for (const line of calls) say(line)
}
