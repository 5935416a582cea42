import { describe } from 'vitest'
import { shareServerWith } from '#tests/support/server.ts'
import { google } from '#tests/support/shared-google.ts'

// What the server keeps for a minute is read here for the first time, and at the end it takes no jobs any more. The
// settings are for Google, and for a server without ffmpeg.
shareServerWith({ env: { ...google.settings, FFMPEG_PATH: '/bin/false', FFPROBE_PATH: '/bin/false' } })

describe('Suggestions', async () => void (await import('./people/suggestions.cases.ts')))
describe('Google', async () => void (await import('./account/google.cases.ts')))
describe('Upload links', async () => void (await import('./media/media-links.cases.ts')))
describe('Jobs', async () => void (await import('./jobs.cases.ts')))
