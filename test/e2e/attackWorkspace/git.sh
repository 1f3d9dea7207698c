#!/bin/sh
mkdir -p "$(dirname "$0")/../canaries" && echo fired >"$(dirname "$0")/../canaries/$(basename "$0" .sh)"
