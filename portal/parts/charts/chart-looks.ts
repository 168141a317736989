/** How the series of a chart look: by colour, and by pattern or dashes for whoever cannot tell the colours apart. */
export interface Looks {
  readonly colours: readonly string[]
  readonly text: string
  readonly line: string
}

const light = [
  '#2a6099',
  '#c2410c',
  '#0f766e',
  '#7e22ce',
  '#a16207',
  '#be185d',
  '#475569',
  '#15803d',
  '#b91c1c',
  '#4338ca',
]
const dark = [
  '#8aaed8',
  '#fb923c',
  '#5eead4',
  '#d8b4fe',
  '#fde047',
  '#f9a8d4',
  '#cbd5e1',
  '#86efac',
  '#fca5a5',
  '#a5b4fc',
]

export function looksOf(scheme: 'light' | 'dark'): Looks {
  const variables = getComputedStyle(document.documentElement)
  const read = (name: string) => variables.getPropertyValue(name).trim()
  return {
    colours: scheme === 'dark' ? dark : light,
    text: read('--mantine-color-dimmed'),
    line: read('--portal-line'),
  }
}

export const colourAt = ({ colours }: Looks, place: number) => colours[place % colours.length] ?? '#000'

const side = 8

/** Plain, or with strokes or dots of the ground in it. */
export function fillAt(looks: Looks, place: number): string | CanvasPattern {
  const colour = colourAt(looks, place)
  const draw = drawings[place % drawings.length]
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!draw || !context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, side, side)
  context.strokeStyle = 'rgb(255 255 255 / 55%)'
  context.fillStyle = 'rgb(255 255 255 / 55%)'
  context.lineWidth = 1.5
  draw(context)
  return context.createPattern(canvas, 'repeat') ?? colour
}

type Drawing = (context: CanvasRenderingContext2D) => void

const stroke =
  (...lines: readonly (readonly [number, number, number, number])[]): Drawing =>
  (context) => {
    context.beginPath()
    for (const [fromX, fromY, toX, toY] of lines) {
      context.moveTo(fromX, fromY)
      context.lineTo(toX, toY)
    }
    context.stroke()
  }

const drawings: readonly (Drawing | undefined)[] = [
  undefined,
  stroke([0, side, side, 0], [-1, 1, 1, -1], [side - 1, side + 1, side + 1, side - 1]),
  (context) => {
    context.beginPath()
    context.arc(side / 2, side / 2, 1.5, 0, 2 * Math.PI)
    context.fill()
  },
  stroke([0, side / 2, side, side / 2]),
  stroke([side / 2, 0, side / 2, side]),
  stroke([0, 0, side, side], [0, side, side, 0]),
]

export const dashesAt = (place: number): number[] => [[], [6, 3], [2, 3], [8, 3, 2, 3]][place % 4] ?? []

const points = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'cross'] as const

export const pointAt = (place: number) => points[place % points.length] ?? 'circle'
