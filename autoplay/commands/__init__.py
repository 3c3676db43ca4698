"""The commands, a module for each group: each is imported only where the command line names it."""
