import { click, clickTab, failWrites } from './acts.ts'
import { each, type Screen } from './scene.ts'

const STATUS = '**/api/ai-monitor/status'

const monitor: Screen = {
  screen: 'AI monitor (/ai-monitor)',
  who: 'admin',
  path: '/ai-monitor',
  scenes: [
    {
      state: 'without admin rights',
      who: 'newcomer',
      axe: 'page',
      picture: 'ai-monitor-denied',
      texts: [['heading', 'Access denied. This page is restricted to administrators only.']],
    },
    { state: 'loading', holds: STATUS, texts: [['loading', 'Loading the monitor...']] },
    {
      state: 'a status that fails to load',
      fails: STATUS,
      texts: [['text', 'AI Error Monitor status unknown. System may not be functioning correctly.']],
    },
    {
      state: 'running',
      axe: 'page',
      picture: 'ai-monitor',
      tall: true,
      texts: [
        ...each('text', 'AI Error Monitor is running.', 'System Health', 'Total Errors', 'Unresolved'),
        ...each('text', 'Critical', 'Recent Errors', 'Jobs', 'Test System', 'Manual Actions'),
      ],
    },
    {
      state: 'no dead jobs',
      stays: true,
      acts: [clickTab('Jobs')],
      texts: each('text', 'No dead jobs', 'Everything that was promised is done or under way.'),
    },
    {
      state: 'a test that fails',
      stays: true,
      acts: [failWrites('**/api/ai-monitor/test-error'), clickTab('Test System'), click('Runtime Error')],
      texts: [['toast', 'Failed to trigger test error']],
    },
    {
      state: 'a health check that fails',
      stays: true,
      acts: [
        failWrites('**/api/ai-monitor/force-check'),
        clickTab('Manual Actions'),
        click('Force Health Check'),
      ],
      texts: [['toast', 'Failed to force health check']],
    },
    {
      state: 'a fix that fails',
      stays: true,
      acts: [
        failWrites('**/api/ai-monitor/manual-fix'),
        clickTab('Manual Actions'),
        click('Fix Database Connection'),
      ],
      texts: [['toast', 'Failed to initiate manual fix']],
    },
    { state: 'dead jobs', acts: [clickTab('Jobs')], picture: 'ai-monitor-jobs' },
    { state: 'the tests', acts: [clickTab('Test System')], picture: 'ai-monitor-test' },
    { state: 'the manual actions', acts: [clickTab('Manual Actions')], picture: 'ai-monitor-actions' },
  ],
}

export const MONITOR: readonly Screen[] = [monitor]
