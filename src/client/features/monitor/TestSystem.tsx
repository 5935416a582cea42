import { Bug, Database, Image, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEST_ERRORS, type TestError } from '#contract/monitor.constants.ts'
import { causeTestError } from '#client/features/monitor/data/monitor.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'

const TESTS: Record<TestError, { icon: ReactNode; label: string; what: string }> = {
  database: {
    icon: <Database />,
    label: 'Database Error',
    what: 'Sends the database a command that does not exist.',
  },
  media: {
    icon: <Image />,
    label: 'Media Error',
    what: 'Reads a file that nobody has uploaded.',
  },
  validation: {
    icon: <ShieldX />,
    label: 'Validation Error',
    what: 'Writes a record with missing fields.',
  },
  runtime: {
    icon: <Bug />,
    label: 'Runtime Error',
    what: 'Uses a value that does not exist. Sits down on a throne that is not there.',
  },
}

/** Causes test errors, to see how the monitor handles them. */
export const TestSystem = () => {
  const { pending, isPending, run } = useWrite()
  const cause = (errorType: TestError) =>
    run({
      target: errorType,
      write: () => causeTestError(errorType),
      done: () => ({
        title: 'Test error triggered',
        description: 'The monitor should detect it within 30 seconds.',
      }),
      failed: { title: 'Error', sentence: 'Failed to trigger test error' },
    })
  return (
    <Card title="Test System" className="mt-4">
      <p className="pb-4 text-sm text-ink-soft">
        Each button causes a real error on the server. The monitor detects it within 30 seconds and marks it
        as a test.
      </p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {TEST_ERRORS.map((type) => (
          <li key={type} className="grid content-start gap-2">
            <Button
              block
              icon={TESTS[type].icon}
              pending={isPending(type)}
              disabled={pending}
              onClick={() => void cause(type)}
            >
              {TESTS[type].label}
            </Button>
            <p className="text-sm text-ink-soft">{TESTS[type].what}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
