import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useBrand, useMe } from '../ask/brand-context.ts'
import { useTexts } from '../texts/texts.ts'
import { environmentKind, isReal } from './environment.tsx'
import classes from './frame.module.css'

/** Says which brand is open, in which environment, and leads to the others. */
export function BrandSwitcher() {
  const { shell, roles, begin } = useTexts()
  const { brands, environment, mayFound } = useMe()
  const brand = useBrand()
  const navigate = useNavigate()
  const about = isReal(environment)
    ? roles[brand.role]
    : `${shell.environmentShort(environment)} · ${roles[brand.role]}`
  const isMenu = brands.length > 1 || mayFound
  return (
    <Menu position="bottom-start" width={260} disabled={!isMenu}>
      <Menu.Target>
        <UnstyledButton
          className={classes.brand}
          {...(!isReal(environment) && { 'data-environment': environmentKind(environment) })}
        >
          <span className={classes.mark} aria-hidden>
            {brand.name.slice(0, 1).toUpperCase()}
          </span>
          <VisuallyHidden>{`${shell.switchBrand}: `}</VisuallyHidden>
          <span className={classes.brandTexts}>
            <Text fw={600} truncate>
              {brand.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {about}
            </Text>
          </span>
          {isMenu && <IconSelector size={16} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shell.yourBrands}</Menu.Label>
        {brands.map(({ id, name }) => (
          <Menu.Item
            key={id}
            rightSection={id === brand.id && <IconCheck size={16} aria-hidden />}
            onClick={() => navigate({ to: '/b/$brand', params: { brand: id } })}
          >
            {name}
          </Menu.Item>
        ))}
        {mayFound && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => navigate({ to: '/new-brand' })}>
              {begin.another}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
