import { NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useBrand } from '../ask/brand-context.ts'
import { useTexts } from '../texts/texts.ts'
import classes from './frame.module.css'
import { visibleSections } from './sections.ts'

/** Pages that belong to a section and whose addresses do not begin with its name. */
const inside: { readonly [section: string]: readonly string[] } = { cards: ['terminal', 'why', 'approvals'] }

export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { shell, cards } = useTexts()
  const onlyServes = (id: string) => id === 'cards' && !brand.permissions.includes('cards.see')
  const brand = useBrand()
  const { pathname } = useLocation()
  return (
    <div className={classes.navigation}>
      {visibleSections(brand.permissions).map(({ id, to, Icon }) => {
        const home = to.replace('$brand', encodeURIComponent(brand.id)).slice(0, -id.length)
        const isHere = [id, ...(inside[id] ?? [])].some(
          (one) => pathname === `${home}${one}` || pathname.startsWith(`${home}${one}/`),
        )
        return (
          <NavLink
            key={id}
            className={classes.entry ?? ''}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            label={onlyServes(id) ? cards.terminal : shell.sections[id]}
            leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
            onClick={onNavigate}
            renderRoot={(props) => <Link to={to as string} params={{ brand: brand.id } as never} {...props} />}
          />
        )
      })}
    </div>
  )
}
