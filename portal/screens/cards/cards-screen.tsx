import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CardList } from './card-list.tsx'
import { TerminalScreen } from './terminal-screen.tsx'

/** All cards, or the ones that somebody looks for. Who only serves customers gets the terminal instead. */
export function CardsScreen() {
  const maySee = useMay('cards.see')
  return maySee ? <CardsPage /> : <TerminalScreen />
}

function CardsPage() {
  const { cards } = useTexts()
  const { id: brand } = useBrand()
  const mayServe = useMay('terminal.use')
  const mayDecide = useMay('changes.approve')
  return (
    <Page
      title={cards.title}
      about={cards.about}
      secondary={
        <>
          <Button variant="default" renderRoot={linkTo('why', brand)}>
            {cards.why}
          </Button>
          {(mayDecide || mayServe) && (
            <Button variant="default" renderRoot={linkTo('approvals', brand)}>
              {cards.approvals}
            </Button>
          )}
        </>
      }
      primary={mayServe && <Button renderRoot={linkTo('terminal', brand)}>{cards.terminal}</Button>}
    >
      <CardList />
    </Page>
  )
}

/** A button that leads to another page of the brand. */
const linkTo = (page: string, brand: string) => (props: object) => (
  <Link to={`/b/${brand}/${page}` as string} {...props} />
)
