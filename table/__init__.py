"""What people sit at: the browser's side of a game, as ES modules and a style sheet without a build step.

Nothing here is Python; `compiler.web.page` joins the modules into one file. A module is named like the runtime's file it is the twin of: `chance`,
`texts`, `perception`, `view`, `record`, `hidden`, `agents`; `looks`, `pen`, `board`, `plane`, `things` and `picture` draw; `choosing`, `session`,
`start`, `rulebook`, `table` and `page` are what is clicked.
"""
