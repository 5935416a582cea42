import {
  enableShortcuts,
  listShortcuts,
  useShortcutsStore,
} from '#client/features/site/shortcuts/shortcuts.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Switch } from '#client/ui/Switch.tsx'

/** Single keys: on or off on this device, and which there are. */
export const KeyboardCard = () => {
  const enabled = useShortcutsStore((state) => state.enabled)
  return (
    <Card title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        hint="Kept on this device. Turn them off if you speak to it."
        checked={enabled}
        onChange={({ target }) => enableShortcuts(target.checked)}
      />
      <Button size="sm" className="mt-2" onClick={() => listShortcuts(true)}>
        Show shortcuts
      </Button>
    </Card>
  )
}
